zones = {
  a = "023e105f4ecef8ad9ca31a8372d0c353"
  b = "023e105f4ecef8ad9ca31a8372d0c354"
}
