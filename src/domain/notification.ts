import type { LogLine } from './foreign-text';
import { cleanText } from './foreign-text';
import { asObject, parseJson } from './json';

/** One message of a lab. */
export interface Notification {
  /** ISO 8601 as the API gave it, "" where it gave none. */
  readonly at: string;
  readonly text: LogLine;
}

/** More than are ever shown; of a longer list the beginning and the last one are read. */
const MOST_READ = 5_000;

/** Reads the notifications of a lab: a list of strings, each JSON (contract, "details"); undefined when it is no list. */
export function readNotifications(value: unknown): Notification[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const read = value.length > MOST_READ ? [...value.slice(0, MOST_READ - 1), value.at(-1)] : value;
  return read.map(readNotification).filter(({ text }) => text !== '');
}

function readNotification(item: unknown): Notification {
  const fields = typeof item === 'string' ? asObject(parseJson(item)?.value) : asObject(item);
  if (fields === undefined) return { at: '', text: cleanText(typeof item === 'string' ? item : '') };
  const data = typeof fields.event_data === 'string' ? fields.event_data : '';
  const at = typeof fields.event_datetime === 'string' ? fields.event_datetime : '';
  return { at, text: cleanText(data, 300) };
}
