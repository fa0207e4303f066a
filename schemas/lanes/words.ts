export const LANE_STATES = ['busy', 'stuck', 'blocked', 'holes'] as const
