export const STATUS_CLASSES = ['success', 'error', 'refused', 'failed'] as const
export type StatusClass = (typeof STATUS_CLASSES)[number]
