/** What the browser keeps between visits; nothing where it keeps nothing. */

const PREFIX = 'arcbatt ';

export function remembered(key: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // Private windows and full storage: the page works without.
  }
}
