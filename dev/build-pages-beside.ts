import { setPriority } from 'node:os'
import { buildPages } from './build'
import type { Guard } from './guard'
import type { PagesReadiness } from './stack-file'

type Input = {
  root: string
  guard: Guard
  say: (text: string) => void
  /** The state has changed. */
  onState: (state: PagesReadiness) => void
}
export type PagesBuild = {
  state: () => PagesReadiness
  /** Ends the build if it still runs. */
  stop: () => Promise<void>
}

/** A stack that starts comes first: on two cores it would wait for the build otherwise. */
const BUILD_NICENESS = 10

/**
 * Builds the portal's pages while the rest of the stack starts. A build that fails takes nothing else down, and is said
 * on the terminal.
 */
export function buildPagesBeside({ root, guard, say, onState }: Input, build = buildPages): PagesBuild {
  const ending = new AbortController()
  let state: PagesReadiness = 'building'
  let pid: number | null = null
  const onSpawn = (spawned: number) => {
    pid = spawned
    guard.add(spawned)
    lowerPriority(spawned)
  }
  const become = (next: PagesReadiness, text: string) => {
    state = next
    say(text)
    onState(next)
  }
  const done = build({ root, kind: 'start', signal: ending.signal, onSpawn }).then(
    (result) => become('ready', `Portal pages: ${result}`),
    (error: unknown) => {
      if (ending.signal.aborted) return
      const reason = error instanceof Error ? error.message : String(error)
      become(
        'failed',
        `The portal could not be built; everything else runs on. Start again when the cause is fixed:\n${reason}`,
      )
    },
  )
  return {
    state: () => state,
    stop: async () => {
      ending.abort()
      await done
      if (pid !== null) guard.remove(pid)
    },
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, BUILD_NICENESS)
  } catch {
    // It has ended already, which says itself how.
  }
}
