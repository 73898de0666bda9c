"""What should I do: questions over several answers. One module each, by the name of its command."""
