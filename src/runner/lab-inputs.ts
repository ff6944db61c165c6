import type { LogLine } from '../domain/foreign-text';
import { cleanText, line, quoteList } from '../domain/foreign-text';
import { asObject, parseJson } from '../domain/json';
import { isLabId } from '../domain/lab';
import { describe } from '../domain/lab-config';
import type { LabDetail } from '../domain/lab-details';
import { LAB_DETAILS } from '../domain/lab-details';
import { nearest } from '../domain/nearest';
import type { InputReader } from './input-reader';

/** Input `lab-ids`: ids by lines, a JSON array of ids, or the JSON of another step's output `labs`. */
export function readLabIds(reader: InputReader, { required }: { readonly required: boolean }): string[] {
  const wrong = (why: LogLine): void => {
    const remedy = line`Write one id a line, or give the output lab-ids of another step`;
    reader.problems.push({ what: line`use the input lab-ids`, why, remedy });
  };
  const given = reader.text('lab-ids');
  const items = itemsOf(given);
  if (items === undefined) {
    wrong(line`it begins like JSON but is no JSON array`);
    return [];
  }
  if (items.length === 0 && required) {
    wrong(line`${given === undefined ? 'it is missing' : 'it names no lab'}`);
  }
  const ids = items.map((item) => asObject(item)?.id ?? item);
  ids.forEach((id, index) => {
    if (isLabId(id)) return;
    const shown = typeof id === 'string' ? line`'${cleanText(id, 60)}'` : line`${describe(id)}`;
    wrong(line`lab-ids[${index}] is ${shown}, which is no lab id`);
  });
  return [...new Set(ids.filter(isLabId))];
}

function itemsOf(given: string | undefined): readonly unknown[] | undefined {
  if (given === undefined) return [];
  if (/^[[{"]/.test(given)) {
    const value = parseJson(given)?.value;
    return Array.isArray(value) ? value : undefined;
  }
  return given
    .split(/\r?\n/)
    .map((item) => item.trim())
    .filter(Boolean);
}

/** Input `collect`: details of the contract. */
export function readCollect(reader: InputReader): LabDetail[] {
  const known: readonly string[] = LAB_DETAILS;
  const names = reader.list('collect');
  names.forEach((name, index) => {
    if (known.includes(name)) return;
    const [near] = nearest(name, known);
    reader.problems.push({
      what: line`use the input collect`,
      why: line`collect[${index}] is '${cleanText(name, 60)}', which is no detail of a lab`,
      remedy: line`Use one of ${quoteList(near === undefined ? known : [near], known.length)}`,
    });
  });
  return LAB_DETAILS.filter((detail) => names.includes(detail));
}
