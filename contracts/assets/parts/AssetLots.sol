// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

/// The lock-up: minted units cannot leave their wallet for a time.
abstract contract AssetLots {
    struct Lot {
        uint128 amount;
        /// The time from which it may move, in seconds since 1970.
        uint128 unlockAt;
    }

    /// Lots in the order of their unlock time. Those before `head` are unlocked; `total` is the sum of the others.
    struct Lots {
        uint128 total;
        uint64 head;
        uint64 tail;
        mapping(uint256 index => Lot) at;
    }

    /// Unlock times are multiples of this part of the lock-up, so that a wallet has at most 66 locked lots.
    uint256 private constant STEPS = 64;
    /// A mint adds at most one lot and removes two unlocked ones. This limits the lots and the gas of batches.
    uint256 private constant DROPS_BY_A_MINT = 2;

    uint64 public lockUpSeconds;
    mapping(address wallet => Lots) private _lots;

    /// The locked lots of a wallet, next to unlock first. Not maintained once the asset is closed.
    function lotsOf(address wallet) external view returns (Lot[] memory live) {
        Lots storage lots = _lots[wallet];
        uint256 head = lots.head;
        while (head < lots.tail && lots.at[head].unlockAt <= block.timestamp) ++head;
        live = new Lot[](lots.tail - head);
        for (uint256 i = 0; i < live.length; ++i) live[i] = lots.at[head + i];
    }

    function _lockedOf(address wallet) internal view returns (uint256 sum) {
        Lots storage lots = _lots[wallet];
        sum = lots.total;
        if (sum == 0) return 0;
        for (uint256 i = lots.head; i < lots.tail; ++i) {
            Lot memory lot = lots.at[i];
            if (lot.unlockAt > block.timestamp) break;
            sum -= lot.amount;
        }
    }

    /// Locks minted units. `amount` fits, because the supply does.
    function _lock(address wallet, uint256 amount) internal {
        uint256 period = lockUpSeconds;
        if (period == 0 || amount == 0) return;
        _dropExpired(wallet, DROPS_BY_A_MINT);
        uint256 step = (period + STEPS - 1) / STEPS;
        uint256 unlockAt = (block.timestamp + period + step - 1) / step * step;
        Lots storage lots = _lots[wallet];
        uint64 tail = lots.tail;
        lots.total += uint128(amount);
        if (tail > lots.head && lots.at[tail - 1].unlockAt == unlockAt) {
            lots.at[tail - 1].amount += uint128(amount);
        } else {
            lots.at[tail] = Lot(uint128(amount), uint128(unlockAt));
            lots.tail = tail + 1;
        }
    }

    function _dropExpired(address wallet) internal {
        _dropExpired(wallet, type(uint64).max);
    }

    function _dropExpired(address wallet, uint256 most) private {
        Lots storage lots = _lots[wallet];
        uint128 total = lots.total;
        if (total == 0) return;
        (uint64 first, uint64 head, uint64 tail) = (lots.head, lots.head, lots.tail);
        for (; head < tail && head - first < most; ++head) {
            Lot memory lot = lots.at[head];
            if (lot.unlockAt > block.timestamp) break;
            total -= lot.amount;
            delete lots.at[head];
        }
        if (head != first) (lots.total, lots.head) = (total, head);
    }

    /// Reduces the locked units of a wallet to its remaining balance, starting with the last to unlock.
    function _shrinkLots(address wallet, uint256 balance) internal {
        _dropExpired(wallet);
        Lots storage lots = _lots[wallet];
        uint256 total = lots.total;
        if (total <= balance) return;
        uint256 excess = total - balance;
        uint64 tail = lots.tail;
        while (excess > 0) {
            uint128 amount = lots.at[tail - 1].amount;
            if (amount > excess) {
                lots.at[tail - 1].amount = amount - uint128(excess);
                break;
            }
            excess -= amount;
            delete lots.at[--tail];
        }
        (lots.total, lots.tail) = (uint128(balance), tail);
    }
}
