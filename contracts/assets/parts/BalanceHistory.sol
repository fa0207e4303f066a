// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {Checkpoints} from "@openzeppelin/contracts/utils/structs/Checkpoints.sol";
import {AssetToken} from "../AssetToken.sol";

/// The balance of every holder at any second. Coupons are computed from it.
abstract contract BalanceHistory is AssetToken {
    using Checkpoints for Checkpoints.Trace208;

    mapping(address wallet => Checkpoints.Trace208) private _balances;
    Checkpoints.Trace208 private _supply;

    /// The balance at the end of that second. It may change until the second is over.
    function balanceAt(address wallet, uint48 time) public view returns (uint256) {
        return _balances[wallet].upperLookup(time);
    }

    /// The supply at the end of that second, including the admin's units.
    function supplyAt(uint48 time) public view returns (uint256) {
        return _supply.upperLookup(time);
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (amount == 0 || from == to) return;
        if (from == address(0) || to == address(0)) _note(_supply, totalSupply());
        if (from != address(0)) _note(_balances[from], balanceOf(from));
        if (to != address(0)) _note(_balances[to], balanceOf(to));
    }

    /// Fits, because no supply exceeds 128 bits.
    function _note(Checkpoints.Trace208 storage trace, uint256 amount) private {
        trace.push(uint48(block.timestamp), uint208(amount));
    }
}
