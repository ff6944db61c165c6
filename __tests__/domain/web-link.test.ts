import fc from 'fast-check';
import { isLoopback, webLink } from '../../src/domain/web-link';

test.each([
  ['https://public.lab.example/7', 'https://public.lab.example/7'],
  ['https://public.lab.example', 'https://public.lab.example/'],
  ['HTTPS://Public.Lab.Example/A', 'https://public.lab.example/A'],
  ['https://h.example:8443/a?b=1&c=2#d', 'https://h.example:8443/a?b=1&c=2#d'],
  ['http://127.0.0.1:8080/x', 'http://127.0.0.1:8080/x'],
  ['http://[::1]:8080/x', 'http://[::1]:8080/x'],
  ['http://localhost/x', 'http://localhost/x'],
])('%s is a link', (text, link) => expect(webLink(text)).toBe(link));

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://h.example/x',
  'http://h.example/x',
  'http://127.0.0.1.evil.example/x',
  'http://localhost.evil.example/',
  'https://user:pass@h.example/',
  'https://user@h.example/',
  'https://',
  '//h.example/x',
  'h.example/x',
  '',
  ' https://h.example',
  'https://h.example/a b',
  'https://h.example/\n',
  'https://h.example/a)[x](javascript:y',
  'https://h.example/a|b',
  'https://h.example/<b>',
  'https://h.example/"x',
  'https://h.example/`x`',
  'https://h.example\\@evil.example/',
  'https://h.example/{lab-id}',
  'https://h.example/ä',
  'https://&lt;b&gt;/x',
  'https://a&#46;b/x',
  'https://a;b/x',
  'https://h.example/\u202etxt',
  `https://h.example/${'x'.repeat(2_000)}`,
])('%j is no link', (text) => expect(webLink(text)).toBeUndefined());

test('a link never holds a character that would end it', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()),
      (text) => {
        const link = webLink(text);
        if (link === undefined) return;
        expect(link).toMatch(/^https?:\/\/[\x21-\x7e]+$/);
        expect(link).not.toMatch(/[\s"'<>`\\^{|}()]/);
      },
    ),
  );
});

test.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['app.localhost', true],
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['[::1]', true],
  ['localhost.example', false],
  ['128.0.0.1', false],
  ['127.0.0.1.example', false],
  ['notlocalhost', false],
  ['', false],
])('%j is this machine: %s', (host, loopback) => expect(isLoopback(host)).toBe(loopback));
