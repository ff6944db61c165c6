import type { Origin, SandboxRequest } from './handler';

/** What goes wrong. "Processed" means that the service has done its work before things go wrong. */
export type FaultAction =
  | { readonly kind: 'reset'; readonly processed?: boolean }
  | { readonly kind: 'hang'; readonly processed?: boolean }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly processed?: boolean;
    }
  /** Answers as usual, so many milliseconds later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /**
   * Accepts the request and does its work later: `ms` after it arrived, or `ms` after its connection died,
   * whichever comes last. `reset` makes the connection die at once.
   */
  | { readonly kind: 'finish-later'; readonly ms: number; readonly reset?: boolean }
  | { readonly kind: 'slow-drip'; readonly bytes?: number; readonly everyMs?: number }
  /** Promises a longer body than it sends, then closes. */
  | { readonly kind: 'truncated' }
  | { readonly kind: 'broken-chunks' }
  | { readonly kind: 'broken-gzip' }
  | { readonly kind: 'endless-headers' }
  /** A JSON string of so many bytes (50 MB unless said otherwise). */
  | { readonly kind: 'huge'; readonly bytes?: number }
  | { readonly kind: 'deep-json'; readonly depth?: number }
  /** The JSON string "" where an id is expected. */
  | { readonly kind: 'empty-id' }
  /** The real status and headers with another body; the request has been processed. */
  | { readonly kind: 'replace'; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  /**
   * Quotes the request's own Authorization header and body, in one of the forms that a server may write them in: in an
   * error, or with status 200 in every field of an answer.
   */
  | { readonly kind: 'echo-secrets'; readonly status?: number; readonly as?: EchoForm };

/** `escaped` writes each character as `\\uXXXX`; `cut` keeps only the beginning. */
export type EchoForm = 'raw' | 'uri' | 'base64' | 'json' | 'lines' | 'escaped' | 'cut';

/** Which requests a fault is for; what is left out fits all. */
export interface FaultCondition {
  readonly origin?: Origin;
  readonly method?: string;
  /** A text is compared with the end of the path, an expression with all of it. */
  readonly path?: string | RegExp;
  /** The first fitting request that it strikes, counted from 1 for each fault on its own. */
  readonly nth?: number;
  /** How many fitting requests it strikes: one where `nth` is given, else all. */
  readonly times?: number;
}

export interface Fault {
  readonly when: FaultCondition;
  readonly do: FaultAction;
}

/** A fault in place; a test can ask whether it ever struck, and take it away. */
export interface PlacedFault {
  readonly struck: number;
  remove(): void;
}

export interface FaultList {
  add(fault: Fault): PlacedFault;
  clear(): void;
  /** The fault that strikes this request, if any; each fitting fault counts the request. */
  strike(request: SandboxRequest, origin: Origin): FaultAction | undefined;
}

/** An empty list of faults. */
export function faultList(): FaultList {
  interface Entry {
    readonly fault: Fault;
    seen: number;
    struck: number;
  }
  const entries = new Set<Entry>();
  return {
    add(fault) {
      const entry: Entry = { fault, seen: 0, struck: 0 };
      entries.add(entry);
      return {
        get struck() {
          return entry.struck;
        },
        remove: () => void entries.delete(entry),
      };
    },
    clear: () => entries.clear(),
    strike(request, origin) {
      let action: FaultAction | undefined;
      for (const entry of entries) {
        const { when } = entry.fault;
        if (!fits(when, request, origin)) continue;
        entry.seen += 1;
        const first = when.nth ?? 1;
        const times = when.times ?? (when.nth === undefined ? Number.POSITIVE_INFINITY : 1);
        if (action !== undefined || entry.seen < first || entry.seen >= first + times) continue;
        entry.struck += 1;
        action = entry.fault.do;
      }
      return action;
    },
  };
}

function fits(when: FaultCondition, request: SandboxRequest, origin: Origin): boolean {
  if (when.origin !== undefined && when.origin !== origin) return false;
  if (when.method !== undefined && when.method !== request.method) return false;
  if (when.path === undefined) return true;
  if (typeof when.path === 'string') return request.path.endsWith(when.path);
  return request.path.search(when.path) >= 0;
}
