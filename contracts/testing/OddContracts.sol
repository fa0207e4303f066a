// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {GasPriceOracle} from "../interfaces/GasPriceOracle.sol";

// Contracts that suites put at an address of a local chain, to be called.

contract TakesAll {
    fallback() external payable {}
}

/// Reverts with its calldata as the reason.
contract Reverts {
    fallback() external payable {
        assembly ("memory-safe") {
            let start := mload(0x40)
            calldatacopy(start, 0, calldatasize())
            revert(start, calldatasize())
        }
    }
}

contract RevertsWithMuch {
    fallback() external payable {
        assembly ("memory-safe") {
            revert(mload(0x40), 100000)
        }
    }
}

contract HitsInvalid {
    fallback() external payable {
        assembly ("memory-safe") {
            invalid()
        }
    }
}

contract NeverEnds {
    fallback() external payable {
        assembly ("memory-safe") {
            for {} 1 {} {}
        }
    }
}

/// A token with decimals that no token has.
contract Answers300 {
    fallback(bytes calldata) external payable returns (bytes memory) {
        return abi.encode(300);
    }
}

contract Answers78Zeros {
    fallback(bytes calldata) external payable returns (bytes memory) {
        return new bytes(78);
    }
}

/// Returns the same for every size.
contract FixedGasPriceOracle is GasPriceOracle {
    function getL1FeeUpperBound(uint256) external pure returns (uint256) {
        return 10 ** 15;
    }
}

/// Coins that any account may give to any other.
abstract contract GivenToken {
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function decimals() external pure returns (uint8) {
        return 6;
    }

    function give(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function _move(address to, uint256 amount) internal {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
    }
}

/// A token that returns false where others revert (EIP-20 allows it), for as long as it refuses.
contract RefusesQuietly is GivenToken {
    bool public refuses;

    function refuse(bool whether) external {
        refuses = whether;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (refuses || balanceOf[msg.sender] < amount) return false;
        _move(to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (refuses || balanceOf[from] < amount) return false;
        balanceOf[from] -= amount;
        balanceOf[msg.sender] += amount;
        _move(to, amount);
        return true;
    }

    function approve(address, uint256) external view returns (bool) {
        return !refuses;
    }
}

/// A token from before EIP-20, whose transfer returns nothing.
contract SaysNothing is GivenToken {
    function transfer(address to, uint256 amount) external {
        _move(to, amount);
    }
}

/// A token that keeps a hundredth of each transfer.
contract KeepsAPart is GivenToken {
    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount / 100;
        _move(to, amount - amount / 100);
        return true;
    }
}

/// A token that keeps one unit of each transfer, as tokens do that count in shares.
contract RoundsDown is GivenToken {
    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= 1;
        _move(to, amount - 1);
        return true;
    }
}

/// A token that returns true and moves nothing.
contract OnlySaysYes is GivenToken {
    function transfer(address, uint256) external pure returns (bool) {
        return true;
    }
}

/// Moves in a simulation, where gas has no price, and only returns true in a block.
contract MovesWhenTried is GivenToken {
    function transfer(address to, uint256 amount) external returns (bool) {
        if (tx.gasprice == 0) _move(to, amount);
        return true;
    }
}

/// Keeps a part in a block only.
contract KeepsAPartLater is GivenToken {
    function transfer(address to, uint256 amount) external returns (bool) {
        _move(to, tx.gasprice == 0 ? amount : amount / 2);
        return true;
    }
}

/// Moves without an event, as the oldest tokens do.
contract MovesInSilence is GivenToken {
    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// ERC-721 has the methods and the event of ERC-20. Balances that count owners stay the same.
contract Collectible {
    event Transfer(address indexed from, address indexed to, uint256 indexed id);

    function balanceOf(address) external pure returns (uint256) {
        return 1;
    }

    function transferFrom(address from, address to, uint256 id) external {
        emit Transfer(from, to, id);
    }
}
