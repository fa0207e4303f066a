// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// The unordered list of wallets with a balance, including the admin's.
abstract contract AssetHolders is ERC20 {
    address[] private _holders;
    /// The position of a wallet in the list, counted from one.
    mapping(address wallet => uint256) private _positions;

    function walletCount() external view returns (uint256) {
        return _holders.length;
    }

    /// At most `limit` wallets from position `offset`, with their balances. Read all pages at one block: the order changes when a wallet empties.
    function holdersPage(uint256 offset, uint256 limit)
        external
        view
        returns (address[] memory wallets, uint256[] memory balances)
    {
        uint256 count = _holders.length;
        uint256 rest = offset < count ? count - offset : 0;
        uint256 size = limit < rest ? limit : rest;
        wallets = new address[](size);
        balances = new uint256[](size);
        for (uint256 i = 0; i < size; ++i) {
            wallets[i] = _holders[offset + i];
            balances[i] = balanceOf(wallets[i]);
        }
    }

    function _update(address from, address to, uint256 amount) internal virtual override {
        super._update(from, to, amount);
        if (amount == 0 || from == to) return;
        if (from != address(0) && balanceOf(from) == 0) _unlist(from);
        if (to != address(0) && balanceOf(to) == amount) _list(to);
    }

    function _list(address wallet) private {
        _holders.push(wallet);
        _positions[wallet] = _holders.length;
    }

    function _unlist(address wallet) private {
        uint256 position = _positions[wallet];
        address last = _holders[_holders.length - 1];
        if (last != wallet) {
            _holders[position - 1] = last;
            _positions[last] = position;
        }
        _holders.pop();
        delete _positions[wallet];
    }
}
