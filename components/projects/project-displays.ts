import type { StateDisplay } from '@/components/ui/state-badge'

export const PROJECT_DISPLAYS = {
  active: { tone: 'success' },
  suspended: { tone: 'danger' },
} satisfies Record<'active' | 'suspended', StateDisplay>
