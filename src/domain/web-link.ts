/** An address that may be shown as a link: https (http on loopback), no credentials, no characters that end a link. */
export type WebLink = string & { readonly __webLink: true };

/** True for the addresses of this machine: `localhost`, 127.0.0.0/8, `[::1]`. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    /^127(\.\d{1,3}){3}$/.test(host) ||
    host === '[::1]'
  );
}

/** Longer ones are no link that somebody made for people. */
export const LONGEST_LINK = 2_000;

/** The one gate for addresses that came from a server or an input; undefined where it is not a fit link. */
export function webLink(text: string): WebLink | undefined {
  if (text.length > LONGEST_LINK || /[\s"'<>`\\^{|}()]/.test(text) || hasControls(text)) return undefined;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  // An address takes names for hosts that no host can have, such as `&lt;b&gt;`, which Markdown reads as `<b>`.
  if (!secure || !/^([\w.-]+|\[[\da-f:.]+\])$/.test(url.hostname)) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  return url.href as WebLink;
}

function hasControls(text: string): boolean {
  return /[^\x21-\x7e]/.test(text);
}
