// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

// The events of the catalog, one interface for each standard: those of two share a topic and differ in what is indexed.

interface Erc20Events {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
}

interface Erc721Events {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);
}

interface Erc1155Events {
    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(
        address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values
    );
}

/// Wrapped native coins.
interface WethEvents {
    event Deposit(address indexed dst, uint256 wad);
    event Withdrawal(address indexed src, uint256 wad);
}

interface Erc173Events {
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);
}

interface AccessControlEvents {
    event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender);
    event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender);
}

interface PausableEvents {
    event Paused(address account);
    event Unpaused(address account);
}

interface Erc1967Events {
    event Upgraded(address indexed implementation);
}

interface UniswapV2Events {
    event Swap(
        address indexed sender,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out,
        address indexed to
    );
}

interface UniswapV3Events {
    event Swap(
        address indexed sender,
        address indexed recipient,
        int256 amount0,
        int256 amount1,
        uint160 sqrtPriceX96,
        uint128 liquidity,
        int24 tick
    );
}
