/** Sets the inputs of a step as the runner does, and takes them away again after each test. */
export function useInputs(): (inputs: Readonly<Record<string, string>>) => void {
  const names = new Set<string>();
  afterEach(() => {
    for (const name of names) delete process.env[name];
  });
  return (inputs) => {
    for (const [input, value] of Object.entries(inputs)) {
      const name = `INPUT_${input.replace(/ /g, '_').toUpperCase()}`;
      names.add(name);
      process.env[name] = value;
    }
  };
}

/** What the toolkit writes to standard output meanwhile: the commands that a runner would read. */
export function captured(work: () => void): string {
  let text = '';
  const { write } = process.stdout;
  process.stdout.write = (chunk: string | Uint8Array) => {
    text += String(chunk);
    return true;
  };
  try {
    work();
  } finally {
    process.stdout.write = write;
  }
  return text;
}
