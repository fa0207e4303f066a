import { z } from 'zod'
import { lineOfText } from '@/schemas/text/contract'
import { SAVED_LISTS } from './words'

/** Filters of a list that a person saved for themselves. */
export type SavedView = {
  id: string
  name: string
  /** The query of the list's address, without its question mark. */
  query: string
}

export const viewName = z.object({ name: lineOfText.min(1, 'Enter a name').max(40) })

export const savedListRef = z.object({ list: z.enum(SAVED_LISTS) })
export type SavedListRef = z.output<typeof savedListRef>
export const saveViewInput = savedListRef.extend({ ...viewName.shape, query: lineOfText.max(4_096) })
export type SaveViewInput = z.output<typeof saveViewInput>
export const savedViewRef = z.object({ viewId: z.uuid() })
export type SavedViewRef = z.output<typeof savedViewRef>
export const renameViewInput = savedViewRef.extend(viewName.shape)
export type RenameViewInput = z.output<typeof renameViewInput>
