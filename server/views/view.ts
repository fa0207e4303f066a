import type { savedViews } from '@/db/schema'
import type { SavedView } from '@/schemas/views/contract'

export function toSavedView({ id, name, query }: typeof savedViews.$inferSelect): SavedView {
  return { id, name, query }
}
