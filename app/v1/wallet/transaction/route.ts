import { serve } from '@/server/api/serve'
import { initiateTransfer } from '@/server/transactions/endpoints'

export const POST = serve(initiateTransfer)
