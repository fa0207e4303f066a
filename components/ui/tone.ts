/** The meaning a colour carries. Every tone also has an icon or a word beside it. */
export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'
