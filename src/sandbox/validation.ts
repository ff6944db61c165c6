import { isRecord } from './tokens';

/** One item of the list that FastAPI answers with on a 422. */
export interface Complaint {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

export type Place = readonly (string | number)[];

/** Reads one value: returns what it stands for, or adds a complaint and returns anything. */
export type Reader<Value> = (value: unknown, place: Place, complaints: Complaint[]) => Value;

/** FastAPI's complaint about something that is not there. */
export function missing(loc: Place): Complaint {
  return { loc, msg: 'Field required', type: 'missing' };
}

/** Pydantic takes no number for a text. */
export const text: Reader<string> = (value, loc, complaints) => {
  if (typeof value === 'string') return value;
  complaints.push({ loc, msg: 'Input should be a valid string', type: 'string_type' });
  return '';
};

/** Pydantic takes whole numbers, numerals and booleans for an integer. */
export const integer: Reader<number> = (value, loc, complaints) => {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  if (typeof value === 'string' && /^\s*[-+]?\d+(\.0*)?\s*$/.test(value)) return Number(value);
  const complaint =
    typeof value === 'number'
      ? {
          msg: 'Input should be a valid integer, got a number with a fractional part',
          type: 'int_from_float',
        }
      : typeof value === 'string'
        ? {
            msg: 'Input should be a valid integer, unable to parse string as an integer',
            type: 'int_parsing',
          }
        : { msg: 'Input should be a valid integer', type: 'int_type' };
  complaints.push({ loc, ...complaint });
  return 0;
};

/** An integer that is not negative. */
export const count: Reader<number> = (value, loc, complaints) => {
  const before = complaints.length;
  const number = integer(value, loc, complaints);
  if (complaints.length === before && number < 0) {
    complaints.push({
      loc,
      msg: 'Input should be greater than or equal to 0',
      type: 'greater_than_equal',
    });
  }
  return number;
};

const TRUE = new Set(['1', 'on', 't', 'true', 'y', 'yes']);
const FALSE = new Set(['0', 'off', 'f', 'false', 'n', 'no']);

/** Pydantic takes 0, 1 and words like `yes` and `True` for a boolean. */
export const bool: Reader<boolean> = (value, loc, complaints) => {
  if (typeof value === 'boolean') return value;
  if (value === 0 || value === 1) return value === 1;
  if (typeof value === 'string') {
    if (TRUE.has(value.toLowerCase())) return true;
    if (FALSE.has(value.toLowerCase())) return false;
  }
  const parsing = typeof value === 'string' || typeof value === 'number';
  complaints.push({
    loc,
    msg: parsing
      ? 'Input should be a valid boolean, unable to interpret input'
      : 'Input should be a valid boolean',
    type: parsing ? 'bool_parsing' : 'bool_type',
  });
  return false;
};

/** One of a few words (or numbers, which pydantic also takes for an IntEnum). */
export function oneOf<Word extends string | number>(...words: readonly Word[]): Reader<Word> {
  return (value, loc, complaints) => {
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    const expected = words.map((word) => (typeof word === 'string' ? `'${word}'` : word)).join(', ');
    complaints.push({
      loc,
      msg: `Input should be ${expected.replace(/, ([^,]*)$/, ' or $1')}`,
      type: 'enum',
    });
    return words[0] as Word;
  };
}

/** The same, or null. */
export function nullable<Value>(read: Reader<Value>): Reader<Value | null> {
  return (value, loc, complaints) => (value === null ? null : read(value, loc, complaints));
}

/** A list of such values. */
export function listOf<Value>(read: Reader<Value>): Reader<Value[]> {
  return (value, loc, complaints) => {
    if (Array.isArray(value)) return value.map((item, index) => read(item, [...loc, index], complaints));
    complaints.push({ loc, msg: 'Input should be a valid list', type: 'list_type' });
    return [];
  };
}

/** Exactly two such values. */
export function pairOf<Value>(read: Reader<Value>): Reader<Value[]> {
  return (value, loc, complaints) => {
    if (!Array.isArray(value)) {
      complaints.push({ loc, msg: 'Input should be a valid tuple', type: 'tuple_type' });
      return [];
    }
    if (value.length > 2) {
      const msg = `Tuple should have at most 2 items after validation, not ${value.length}`;
      complaints.push({ loc, msg, type: 'too_long' });
    }
    for (let index = value.length; index < 2; index += 1) complaints.push(missing([...loc, index]));
    return value.slice(0, 2).map((item, index) => read(item, [...loc, index], complaints));
  };
}

/** Any object, kept as it is. */
export const dictionary: Reader<Readonly<Record<string, unknown>>> = (value, loc, complaints) => {
  if (isRecord(value)) return value;
  complaints.push({ loc, msg: 'Input should be a valid dictionary', type: 'dict_type' });
  return {};
};

/** A field of an object: how it is read, and what it is when it is left out (nothing: it is required). */
export interface Field<Value> {
  readonly read: Reader<Value>;
  readonly otherwise?: Value;
}

/** The values that a set of fields gives. */
export type Fields<Shape> = {
  readonly [Name in keyof Shape]: Shape[Name] extends Field<infer Value> ? Value : never;
};

/** An object of known fields; unknown ones are silently dropped (contract, LabConfig). */
export function object<Shape extends Readonly<Record<string, Field<unknown>>>>(
  shape: Shape,
): Reader<Fields<Shape>> {
  return (value, loc, complaints) => {
    const source = isRecord(value) ? value : {};
    if (!isRecord(value)) {
      const msg = 'Input should be a valid dictionary or object to extract fields from';
      complaints.push({ loc, msg, type: 'model_attributes_type' });
      return source as Fields<Shape>;
    }
    const result: Record<string, unknown> = {};
    for (const [name, { read, otherwise }] of Object.entries(shape)) {
      if (Object.hasOwn(source, name)) result[name] = read(source[name], [...loc, name], complaints);
      else if (otherwise !== undefined) result[name] = otherwise;
      else complaints.push(missing([...loc, name]));
    }
    return result as Fields<Shape>;
  };
}
