/** A seed whose keys a transaction may use: it names them, and only custody can reach them. */
export type OpenedSeed = { readonly seedId: string }
