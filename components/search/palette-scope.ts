/** A page that the palette opens, with its group in the navigation and its search terms. */
type PalettePage = { href: string; label: string; group: string; terms?: string }

/** The scope of the palette's search. */
export type PaletteScope = {
  /** The project whose records are found; null for those of all businesses. */
  projectId: string | null
  pages: readonly PalettePage[]
  /** Whether the reader may search all businesses besides, as support may while viewing one. */
  canSearchAll?: boolean
}
