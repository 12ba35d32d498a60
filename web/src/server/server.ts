/** `arcbatt serve`, if it serves this page: tasks, runs of the store, and the live search. */
import { signal } from '@preact/signals';
import type { Grid } from '../engine/types.ts';

export interface LiveTask {
  id: string;
  state: 'waiting' | 'searching' | 'unsolved' | 'fits' | 'right';
  program: string | null;
}

interface Figures {
  pass: number;
  fitting: number;
  programs: number;
  evaluations: number;
}

export interface LiveStatus extends Figures {
  tasks: LiveTask[];
  is_running: boolean;
  has_profile: boolean;
  end: string | null;
  elapsed: number;
  left: number | null;
}

export interface StoredRun {
  run: number;
  command: string;
  budget: string;
  tasks: number;
  finished: number;
  fitting: number;
  started: string;
  ended: string | null;
  ending: string | null;
  is_of_data: boolean;
}

export interface StoredTask {
  place: number;
  id: string | null;
  train: number | null;
  matched: number;
  program: string | null;
  evaluations: number;
  seconds: number;
}

export interface StoredProgram {
  /** Its calls on one line. */
  line: string;
  source: string;
  /** The tasks whose demonstrations it fits. */
  fits: string[];
}

/** What the server says about itself; nothing if the page was opened from a file or a web host. */
export const server: { data: string; has_store: boolean; profiles: string[] } | null = (() => {
  const content = document.querySelector<HTMLMetaElement>('meta[name="arcbatt-server"]')?.content;
  return content === undefined ? null : JSON.parse(content);
})();

const token = new URLSearchParams(location.search).get('token') ?? '';

const address = (path: string) => `${path}?token=${encodeURIComponent(token)}`;

async function request(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(address(path), init);
  if (!response.ok) {
    const text = await response.text();
    throw new Error(text.startsWith('{') ? JSON.parse(text).error : text);
  }
  return response;
}

export const fetchText = async (path: string): Promise<string> => (await request(path)).text();

export const fetchRuns = async (): Promise<StoredRun[]> => (await request('/api/runs')).json();

export const fetchRun = async (run: number): Promise<{ tasks: StoredTask[] }> =>
  (await request(`/api/runs/${run}`)).json();

export const fetchPrograms = async (): Promise<{ programs: StoredProgram[]; of: number }> =>
  (await request('/api/programs')).json();

/** The two attempts at each test of a task, as far as the live search has come. */
export const fetchAttempts = async (task: string): Promise<(Grid | null)[][]> =>
  (await request(`/api/live/attempts/${encodeURIComponent(task)}`)).json();

/** The address of a profile: that of the last search, or one that the server was given. */
export const profileAddress = (number?: number): string =>
  address(number === undefined ? '/profile' : `/profile/${number}`);

/** The live search and when its status came, by the clock of the page. */
export const live = signal<{ status: LiveStatus; at: number } | null>(null);

/** Whether events arrive; a server that has ended sends none. */
export const isConnected = signal(true);

/** Follows the live search; the browser connects again by itself. */
export function watchLive(): void {
  const events = new EventSource(address('/api/live/events'));
  events.onopen = () => {
    isConnected.value = true;
  };
  events.onerror = () => {
    isConnected.value = false;
  };
  events.addEventListener('status', (event) => {
    const status: LiveStatus | null = JSON.parse(event.data);
    live.value = status === null ? null : { status, at: performance.now() };
  });
  events.addEventListener('task', (event) => {
    const { task, ...figures }: Figures & { task: LiveTask } = JSON.parse(event.data);
    const current = live.value;
    if (current !== null) {
      const tasks = current.status.tasks.map((entry) => (entry.id === task.id ? task : entry));
      live.value = { ...current, status: { ...current.status, ...figures, tasks } };
    }
  });
}

export async function startLive(seconds: number, profile: boolean): Promise<void> {
  await request('/api/live/start', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ seconds, profile }),
  });
}

export async function stopLive(): Promise<void> {
  await request('/api/live/stop', { method: 'POST' });
}
