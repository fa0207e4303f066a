/** The environment variables that a program needs. Throws with the names of those that are missing. */
export function readEnv<N extends string>(...names: N[]): Record<N, string> {
  const missing = names.filter((name) => !process.env[name])
  if (missing.length > 0) throw new Error(`Set ${missing.join(', ')} first: see the README`)
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? ''])) as Record<N, string>
}
