"""What tests share: simulated servers, databases, people who play."""
