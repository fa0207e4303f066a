/** The lists whose filters can be saved. */
export const SAVED_LISTS = ['transactions', 'deliveries', 'payments', 'requests'] as const
export type SavedList = (typeof SAVED_LISTS)[number]

/** Per person, project and list. */
export const MAX_SAVED_VIEWS = 20
