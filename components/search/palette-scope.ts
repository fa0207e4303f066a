/** A page that the palette leads to, the group of the navigation it is in, and other words for it. */
type PalettePage = { href: string; label: string; group: string; terms?: string }

/** What the palette searches. */
export type PaletteScope = {
  /** The project whose records are found; null for those of all businesses. */
  projectId: string | null
  pages: readonly PalettePage[]
}
