import type { FxSourceName } from '@/schemas/fx/words'

export const SOURCE_NAMES = {
  manual: 'Set by an operator',
  'open-er-api': 'open.er-api.com',
  fixed: 'Fixed',
} satisfies Record<FxSourceName, string>
