import { serve } from '@/server/api/serve'
import { createSweepRuleEndpoint, listSweepRulesEndpoint } from '@/transport/sweeps/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(createSweepRuleEndpoint, listSweepRulesEndpoint)
