// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {AssetHolders} from "./AssetHolders.sol";
import {AssetRegistry} from "./AssetRegistry.sol";

/// The maximum number of investors, and the maximum balance of each over all its wallets. The admin is exempt from both.
abstract contract AssetLimits is AssetHolders, AssetRegistry {
    /// Zero: no limit.
    uint256 public maxHolders;
    /// In base units, inclusive; zero means no limit.
    uint256 public maxPerInvestor;
    /// The number of investors with a balance.
    uint256 public holderCount;
    mapping(bytes32 investor => uint256) private _units;

    /// The base units of an investor over all its wallets.
    function unitsOfInvestor(bytes32 investor) external view returns (uint256) {
        return _units[investor];
    }

    function _update(address from, address to, uint256 amount) internal virtual override {
        super._update(from, to, amount);
        (bytes32 giver, bytes32 taker) = (_countedInvestor(from), _countedInvestor(to));
        if (amount == 0 || giver == taker) return;
        if (giver != 0) {
            uint256 left = _units[giver] - amount;
            _units[giver] = left;
            if (left == 0) --holderCount;
        }
        if (taker != 0) {
            uint256 had = _units[taker];
            _units[taker] = had + amount;
            if (had == 0) ++holderCount;
        }
    }

    /// The reason why the recipient's investor may not receive this amount; zero if it may. A sender that sends its full balance frees a place.
    function _limitRefusal(address from, address to, uint256 amount) internal view returns (bytes4) {
        (bytes32 giver, bytes32 taker) = (_countedInvestor(from), _countedInvestor(to));
        if (amount == 0 || taker == 0 || giver == taker) return 0;
        uint256 had = _units[taker];
        uint256 most = maxPerInvestor;
        if (most != 0 && amount > most - had) return InvestorLimit.selector;
        uint256 cap = maxHolders;
        if (cap == 0 || had != 0 || holderCount < cap) return 0;
        bool makesRoom = giver != 0 && amount >= _units[giver];
        return makesRoom ? bytes4(0) : HolderLimit.selector;
    }

    function _holdsTokens(address wallet) internal view override returns (bool) {
        return balanceOf(wallet) != 0;
    }

    /// The investor that the limits count; zero for the admin, even if its wallet is registered, and for the zero address.
    function _countedInvestor(address wallet) private view returns (bytes32) {
        return wallet == address(0) || wallet == admin ? bytes32(0) : investorOf(wallet);
    }
}
