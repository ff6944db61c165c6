import { saveState } from '@actions/core';
import type { JournalEntry } from '../domain/journal-entry';
import { entryOf } from '../domain/journal-entry';
import { asObject, parseJson } from '../domain/json';
import type { LabPlan } from '../domain/lab-plan';
import type { Scrub } from '../domain/secrets';
import { scrubValue } from '../domain/secrets';

/** What main leaves to post. Names, ids and the two addresses, never a token. */
export interface LeftState {
  readonly baseUrl: string;
  readonly authUrl: string;
  /** The refresh token was single-use and is used up: post cannot log in. */
  readonly spent: boolean;
  readonly entries: readonly JournalEntry[];
}

const NAMES = { baseUrl: 'base-url', authUrl: 'auth-url', spent: 'spent', lab: 'lab-' } as const;

/** Writes the state that post reads; every call is in the runner's file before it returns, so a kill loses nothing. */
export interface Journal {
  addresses(baseUrl: string, authUrl: string): void;
  spent(): void;
  /** Before the creation is sent. */
  intend(order: number, plan: LabPlan): void;
  /** The moment the id is known. */
  exists(order: number, entry: JournalEntry): void;
  /** Nothing is left to do for this lab. */
  settled(order: number): void;
  /** What post would find now, by order. */
  open(): ReadonlyMap<number, JournalEntry>;
}

/** Settings of {@link createJournal}. */
export interface JournalSettings {
  readonly keepsLabs: boolean;
  /** The runner does not mask state. */
  readonly scrub?: Scrub;
}

/** The journal of this step; with cleanup `never` no lab gets into it, because none is ever removed. */
export function createJournal({ keepsLabs, scrub = (text) => text }: JournalSettings): Journal {
  const open = new Map<number, JournalEntry>();
  const write = (order: number, entry: JournalEntry): void => {
    if (!keepsLabs) return;
    open.set(order, entry);
    saveState(`${NAMES.lab}${order}`, scrubValue(scrub, entry));
  };
  return {
    addresses: (baseUrl, authUrl) => {
      saveState(NAMES.baseUrl, baseUrl);
      saveState(NAMES.authUrl, authUrl);
    },
    spent: () => saveState(NAMES.spent, 'true'),
    intend: (order, plan) => write(order, entryOf(plan)),
    exists: write,
    settled: (order) => {
      if (open.delete(order)) saveState(`${NAMES.lab}${order}`, '');
    },
    open: () => new Map(open),
  };
}

/** Reads what main left, from the environment of the post step. */
export function readLeftState(env: NodeJS.ProcessEnv): LeftState {
  const state = (name: string): string => env[`STATE_${name}`] ?? '';
  const entries = Object.keys(env)
    .filter((key) => key.startsWith(`STATE_${NAMES.lab}`) && env[key] !== '')
    .map((key) => asObject(parseJson(env[key] ?? '')?.value) as JournalEntry | undefined)
    .filter((entry) => entry !== undefined);
  return {
    baseUrl: state(NAMES.baseUrl),
    authUrl: state(NAMES.authUrl),
    spent: state(NAMES.spent) === 'true',
    entries,
  };
}
