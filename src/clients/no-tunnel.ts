// `@actions/http-client` makes an agent with `tunnel` for each request behind a proxy. Ours is another (agents.ts),
// given in its place; the bundler puts this file in tunnel's place (tsconfig.json, "paths").

/** No agent: the client falls back to a plain one, which the request does not use either. */
const none = (): undefined => undefined;

export { none as httpOverHttp, none as httpOverHttps, none as httpsOverHttp, none as httpsOverHttps };
