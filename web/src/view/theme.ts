/** Light, dark, or as the system. */
import { effect, signal } from '@preact/signals';
import { remember, remembered } from '../storage.ts';

const THEMES = ['auto', 'light', 'dark'] as const;

export const theme = signal<(typeof THEMES)[number]>(
  THEMES.find((name) => name === remembered('theme')) ?? 'auto',
);

effect(() => {
  document.documentElement.style.colorScheme = theme.value === 'auto' ? 'light dark' : theme.value;
  remember('theme', theme.value);
});

export const nextTheme = () => {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'auto';
};
