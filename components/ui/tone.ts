/** The meaning of a colour. Every tone is accompanied by an icon or a text. */
export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'
