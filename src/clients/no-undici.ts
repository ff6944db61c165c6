// `@actions/http-client` and `@actions/github` import `undici` for `fetch` and its proxy dispatcher. This action
// uses neither: every request goes through `http.ts`. The bundler puts this file in undici's place (tsconfig.json,
// "paths"), which spares each run some 450 kB of source to read and half of the start-up time.

/** Inert: `@actions/github` constructs one while it is loaded when a proxy is configured. */
export class ProxyAgent {}

/** Never called; an error rather than a silent bypass of proxy and certificate settings if a new version did. */
export function fetch(): never {
  throw new Error('undici is not part of this bundle');
}
