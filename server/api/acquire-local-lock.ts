import { oncePerProcess } from '@/db/once-per-process'

type Turn = { release: () => void; waited: boolean }

/**
 * Callers with the same name take turns within this process. Without it they would wait at a unique index, each with a
 * connection. Between processes that index decides.
 */
export async function acquireLocalLock(name: string): Promise<Turn> {
  const turns = oncePerProcess('idempotency-turns', () => new Map<string, Promise<void>>())
  let waited = false
  for (let turn = turns.get(name); turn; turn = turns.get(name)) {
    waited = true
    await turn
  }
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  turns.set(name, over)
  const release = () => {
    turns.delete(name)
    end()
  }
  return { release, waited }
}
