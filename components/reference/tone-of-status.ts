import type { Tone } from '@/components/ui/tone'

export function toneOfStatus(status: number): Tone {
  if (status < 300) return 'success'
  return status < 500 ? 'warning' : 'danger'
}
