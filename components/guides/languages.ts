/** The programming languages of destinations: each guide shows its code in all of them. */
export const LANGUAGES = ['TypeScript', 'Python', 'Go', 'PHP'] as const

export type Language = (typeof LANGUAGES)[number]
