import type { StateDisplay } from '@/components/ui/state-badge'
import type {
  AssetClass,
  CouponStatus,
  OperationKind,
  OperationStatus,
  TokenStatus,
  TokenType,
} from '@/schemas/tokens/words'

export const TOKEN_DISPLAYS = {
  PENDING: { tone: 'accent', label: 'Deploying', busy: true },
  ACTIVE: { tone: 'success', label: 'Active' },
  FAILED: { tone: 'danger', label: 'Failed' },
  PAUSED: { tone: 'warning', label: 'Paused' },
  MATURED: { tone: 'warning', label: 'Matured' },
  REDEEMING: { tone: 'warning', label: 'Redeeming', busy: true },
  REDEEMED: { tone: 'neutral', label: 'Redeemed' },
} satisfies Record<TokenStatus, StateDisplay>

export const COUPON_DISPLAYS = {
  SCHEDULED: { tone: 'neutral', label: 'Scheduled' },
  RECORDED: { tone: 'warning', label: 'Due' },
  FUNDED: { tone: 'accent', label: 'Funded', busy: true },
  PAYING: { tone: 'accent', label: 'Being paid', busy: true },
  PAID: { tone: 'success', label: 'Paid' },
  DEFAULTED: { tone: 'danger', label: 'In default' },
  CANCELED: { tone: 'neutral', label: 'Canceled' },
} satisfies Record<CouponStatus, StateDisplay>

export const OPERATION_DISPLAYS = {
  PENDING: { tone: 'accent', label: 'Pending', busy: true },
  COMPLETED: { tone: 'success', label: 'Completed' },
  FAILED: { tone: 'danger', label: 'Failed' },
} satisfies Record<OperationStatus, StateDisplay>

export const KIND_NAMES = {
  DEPLOY: 'Deployment',
  MINT: 'Mint',
  BURN: 'Burn',
  TRANSFER: 'Transfer',
  PAUSE: 'Pause',
  UNPAUSE: 'Unpause',
  REGISTER: 'Registration',
  REMOVE: 'Removal',
  FREEZE: 'Freeze',
  PAY_COUPON: 'Coupon payment',
  CALL: 'Redemption',
} satisfies Record<OperationKind, string>

export const TYPE_NAMES = { ASSET: 'Plain asset', YIELD_BEARING: 'With coupons' } satisfies Record<TokenType, string>

export const CLASS_NAMES = {
  MONEY_MARKET: 'Money market',
  TREASURY_BILL: 'Treasury bill',
  BOND: 'Bond',
  EQUITY: 'Equity',
  REAL_ESTATE: 'Real estate',
  COMMODITY: 'Commodity',
  FUND: 'Fund',
  INVOICE: 'Invoice',
  CARBON: 'Carbon',
  OTHER: 'Other',
} satisfies Record<AssetClass, string>
