// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

/// Measures a token transfer in a simulation. It is never deployed: a node runs it in place of the sending wallet's code (state override).
contract TransferProbe {
    /// The return data of the token's `transfer`, and the recipient's gain. Reverts if the token reverts.
    function measure(address token, address to, uint256 amount)
        external
        returns (uint256 received, bytes memory returned)
    {
        uint256 before = _balanceOf(token, to);
        bool success;
        (success, returned) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, amount));
        require(success);
        uint256 current = _balanceOf(token, to);
        received = current > before ? current - before : 0;
    }

    function _balanceOf(address token, address owner) private view returns (uint256) {
        (bool success, bytes memory returned) = token.staticcall(abi.encodeWithSignature("balanceOf(address)", owner));
        require(success);
        return abi.decode(returned, (uint256));
    }
}
