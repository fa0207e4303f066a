import type { Actor } from './ctx'

/** Who made a journal, as its row keeps it: `key:<id>`, `user:<id>`, `system:<id>`. */
export function actorName(actor: Actor): string {
  return `${actor.type}:${actor.id}`
}
