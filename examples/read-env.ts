/** The environment variables that a program needs. Ends the program if some are missing, with their names. */
export function readEnv<N extends string>(...names: N[]): Record<N, string> {
  const missing = names.filter((name) => !process.env[name])
  if (missing.length > 0) {
    console.error(`Set ${missing.join(', ')} first: see the README`)
    process.exit(2)
  }
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? ''])) as Record<N, string>
}
