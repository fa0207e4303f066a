import type { StopKind } from './stop'
import { STOPS_OF_PEOPLE } from './stops-of-people'
import { STOPS_OF_SENDING } from './stops-of-sending'

/** Everything that a restored backup must not undo. A new kind is one row. */
export const STOP_KINDS: Readonly<Record<string, StopKind>> = { ...STOPS_OF_SENDING, ...STOPS_OF_PEOPLE }
