import type { Actor } from './ctx'

/** The actor of a journal, as its row stores it: `key:<id>`, `user:<id>`, `system:<id>`. */
export function actorName(actor: Actor): string {
  return `${actor.type}:${actor.id}`
}
