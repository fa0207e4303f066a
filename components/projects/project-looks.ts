import type { StateLook } from '@/components/ui/state-badge'

export const PROJECT_LOOKS = {
  active: { tone: 'success' },
  suspended: { tone: 'danger' },
} satisfies Record<'active' | 'suspended', StateLook>
