/** The notes that functions make while they run, kept by key, outside of the job service. */
export interface Journal {
  note(key: string, entry: string): void
  read(key: string): string[]
}

export function createJournal(): Journal {
  const entries = new Map<string, string[]>()
  return {
    note(key, entry) {
      entries.set(key, [...(entries.get(key) ?? []), entry])
    },
    read: (key) => entries.get(key) ?? [],
  }
}
