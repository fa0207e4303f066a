import { serve } from '@/server/api/serve'
import { deleteSweepRuleEndpoint, getSweepRuleEndpoint, updateSweepRuleEndpoint } from '@/transport/sweeps/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(
  getSweepRuleEndpoint,
  updateSweepRuleEndpoint,
  deleteSweepRuleEndpoint,
)
