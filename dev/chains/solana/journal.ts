import type { Landed } from './cluster'

/** Keeps what happens on disk as it happens. */
export type Journal = {
  landed: (landed: Landed, changed: string[]) => void
  /** Accounts changed by hand. */
  changed: (addresses: string[]) => void
  moved: () => void
  /** Writes a snapshot and lets go of the files. */
  close: () => void
}
