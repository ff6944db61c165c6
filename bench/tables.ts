/** A Markdown table whose source reads as one. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) =>
    Math.max(name.length, 3, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const text = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [text(head), text(widths.map((width) => '-'.repeat(width))), ...rows.map(text), ''].join('\n');
}
